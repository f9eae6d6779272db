import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIDDEN, isSecret, withoutSecrets } from '../../src/show/report/secrets.js';

const [S, H] = ['S3cr3t!', HIDDEN];

describe('what stands in texts', () => {
  it.each([
    ['a form', `Username=jo&PIN=${S}&SendTo=1`, `Username=jo&PIN=${H}&SendTo=1`],
    ['a form with quotes in it', `PIN=a"b'${S}&SendTo=1`, `PIN=${H}&SendTo=1`],
    ['a query', `http://k/sendsms?username=u&password=${S}&to=1`, `http://k/sendsms?username=u&password=${H}&to=1`],
    ['AT commands', `AT+CPIN="${S}"\r\nAT+CPIN=${S}\r\nAT`, `AT+CPIN=${H}\r\nAT+CPIN=${H}\r\nAT`],
    ['SOAP', `<a:PIN xsi:type="s">${S}</a:PIN>`, `<a:PIN xsi:type="s">${H}</a:PIN>`],
    ['SOAP with a section', `<PIN><![CDATA[</${S}]]>${S}</PIN><To>`, `<PIN>${H}</PIN><To>`],
    ['SOAP with a comment', `<PIN><!-- x -->${S}</PIN>`, `<PIN>${H}</PIN>`],
    ['SOAP that is cut', `<PIN>${S}`, `<PIN>${H}`],
    ['an empty element', '<PIN/><To>1</To>', '<PIN/><To>1</To>'],
    ['attributes', `<login pin = '${S} 2' user="x">`, `<login pin = ${H} user="x">`],
    [
      'boxes of a page',
      `<input name="PIN" value="${S}" x><input name=a value="b">`,
      `<input name="PIN" value="${H}" x><input name=a value="b">`,
    ],
    ['JSON', `{"pin":"${S}\\"2","n":1,"pwd" : 1234,"m":"x"}`, `{"pin":"${H}","n":1,"pwd" : "${H}","m":"x"}`],
    ['JSON with a list', `{"pin":["${S}","b"],"n":1}`, `{"pin":"${H}","n":1}`],
    ['JSON in JSON', `{"body":"{\\"pin\\":\\"${S}\\",\\"n\\":1}"}`, `{"body":"{\\"pin\\":"${H}"\\",\\"n\\":1}"}`],
    ['JSON that is cut', `{"pin":"${S}`, `{"pin":"${H}"`],
    ['settings', `user = jo\npassword = ${S}\ndb_pwd: ${S}\nx`, `user = jo\npassword = ${H}\ndb_pwd: "${H}"\nx`],
    ['a command', `curl -d 'PIN=${S}&To=1' x`, `curl -d 'PIN=${H}&To=1' x`],
    ['an account of curl', `curl -u jo:${S} --user "jo:${S}" x`, `curl -u jo:${H} --user "jo:${H}" x`],
    ['an address', `see http://jo:${S}@gw.example/x`, `see http://jo:${H}@gw.example/x`],
    ['a request', `Authorization: Basic ${S}=\r\nHost: x`, `Authorization: Basic ${H}\r\nHost: x`],
  ])('of %s is hidden', (_, text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it.each(['spin=1&compass: north', 'PIN=&Message=hi', 'http://host:80/a@b', '<spin>1</spin>', 'a pin', '{"pinned":true}'])(
    'stays when it is none: %s',
    (text) => {
      expect(withoutSecrets(text)).toBe(text);
    },
  );

  it('is hidden whatever stands around it', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'<>="\'&:/\\ \n[]{}@PINpin'), maxLength: 40 });
    fc.assert(
      fc.property(noise, noise, fc.constantFrom(`&PIN=${S}&`, `<PIN>${S}</PIN>`, `{"pin":"${S}"}`), (before, after, told) => {
        expect(withoutSecrets(`${before}\n${told}${after}`)).not.toContain(S);
      }),
    );
  });
});

it('names of fields are those of whole words', () => {
  expect(['PIN', 'gw:Pin', 'password', 'pwd'].every(isSecret)).toBe(true);
  expect(['spin', 'pin code', 'PINs', ''].some(isSecret)).toBe(false);
});
