// The messages in a modem's log: parts are joined, whatever their order.
const { readFileSync } = require('node:fs');
const { FormatError } = require('handset');
const { fromHex } = require('handset/bytes');
const { decodeTpdu, formatAddress, Reassembler } = require('handset/sms');

const reassembler = new Reassembler();
for (const line of readFileSync(process.argv[2], 'latin1').split(/\r?\n/)) {
  if (!/^[0-9A-F]{30,}$/i.test(line)) continue; // commands and answers of the modem
  try {
    const part = decodeTpdu(fromHex(line), { direction: 'MT', smsc: true });
    if (part.type !== 'SMS-DELIVER') continue;
    const from = formatAddress(part.tpOa);
    const message = reassembler.add(part, { from, at: part.tpScts.at });
    if (message !== undefined) console.log(`${from}: ${message.text}`);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    console.log(`damaged (${error.message}): ${line.slice(0, 20)}...`);
  }
}
