import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { hasColors } from '../../src/cli/colors.js';
import { OPTIONAL_PACKAGES } from '../../src/cli/version.js';
import { handset } from './support.js';

const PDU = '01000B917283010010F500000CE8329BFD066D789BF2C607';

describe('handset version', () => {
  it('is Node, this package and the optional packages of package.json', async () => {
    const { code, out } = await handset(['version']);
    expect(code).toBe(0);
    expect(out).toContain(`node ${process.versions.node} (`);
    expect(Object.keys(OPTIONAL_PACKAGES).sort()).toEqual(Object.keys(manifest.peerDependencies).sort());
    expect(out).toMatch(/^jimp +\d+\.\d+\.\d+ +pictures in BMP$/m);
    expect(out).toMatch(/^serialport +not installed /m);
  });

  it('as JSON, with null for what is not installed', async () => {
    const json = JSON.parse((await handset(['version', '--json'])).out);
    expect(json).toMatchObject({ handset: 'unbuilt', node: process.versions.node, packages: { serialport: null } });
    expect(json.packages.hono).toMatch(/^\d+\./);
  });

  it.each([[['-v']], [['--version']], [['--color', 'never', '-v']], [['--strict', '--version']]])('%j', async (args) => {
    expect(await handset(args)).toEqual({ code: 0, out: 'unbuilt\n', err: '' });
  });
});

describe('colours', () => {
  it.each([
    ['auto', {}, true, true],
    ['auto', {}, false, false],
    ['auto', { NO_COLOR: '1' }, true, false],
    ['auto', { NO_COLOR: '' }, true, true],
    ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['auto', { FORCE_COLOR: '1' }, false, true],
    ['auto', { FORCE_COLOR: '0' }, true, false],
    ['auto', { FORCE_COLOR: '' }, false, false],
    ['auto', { CLICOLOR_FORCE: '1' }, false, true],
    ['auto', { CLICOLOR_FORCE: '0' }, false, false],
    ['auto', { CLICOLOR: '0' }, true, false],
    ['auto', { TERM: 'dumb' }, true, false],
    ['always', { NO_COLOR: '1' }, false, true],
    ['never', { FORCE_COLOR: '1' }, true, false],
  ] as const)('%s, %j, terminal %s: %s', (choice, env, isTerminal, expected) => {
    expect(hasColors(choice, env, isTerminal)).toBe(expected);
  });

  it('--color stands before the command or behind it', async () => {
    for (const args of [
      ['--color', 'always', 'inspect', PDU],
      ['inspect', PDU, '--color=always'],
    ]) {
      expect((await handset(args)).out).toContain('\x1b[');
    }
    expect((await handset(['inspect', PDU], { env: { FORCE_COLOR: '1' } })).out).toContain('\x1b[');
    expect((await handset(['inspect', PDU, '--color', 'never'], { color: true })).out).not.toContain('\x1b[');
    expect((await handset(['inspect', PDU, '--color', 'sometimes'])).code).toBe(2);
  });
});
