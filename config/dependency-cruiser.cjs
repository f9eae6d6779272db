/**
 * Who may import whom: src/NAME is a room, each room has a layer, and imports point downwards.
 *
 *   0  errors, bytes                           each other
 *   1  text, profile                           layer 0
 *   2  sms, ringtone, bitmap                   layers 0-1, and sms
 *   3  push, vobject, mms                      layers 0-2, and packages of their own; mms stands on push's WSP
 *      message, carrier, inspect, protocol     layers 0-3; the others may use message, inspect may use carrier
 *   4  image                                   layers 0-2; what it loads by name, sharp and jimp, is asked for at run time
 *   5  sender                                  layers 0-3
 *   6  gateway, cli                            anything
 *      playground                              everything that runs in a browser: layers 0-3, without XML and ZIP
 *      index (the package's root)              errors and the pure rooms
 */
const layer0 = ['errors', 'bytes'];
const layer1 = ['text', 'profile'];
const layer2 = ['sms', 'ringtone', 'bitmap'];
const formats = ['push', 'vobject', 'mms'];
const upTo1 = [...layer0, ...layer1];
const upTo2 = [...upTo1, ...layer2];
const below = [...upTo2, ...formats];
const upTo3 = [...below, 'message', 'carrier', 'inspect', 'protocol'];

/** Room -> the rooms it may import, itself not counted. */
const mayImport = {
  errors: ['bytes'],
  bytes: ['errors'],
  text: layer0,
  profile: layer0,
  sms: upTo1,
  ringtone: [...upTo1, 'sms'],
  bitmap: [...upTo1, 'sms'],
  push: upTo2,
  vobject: upTo2,
  mms: [...upTo2, 'push'],
  message: below,
  carrier: [...below, 'message'],
  inspect: [...below, 'message', 'carrier'],
  protocol: [...below, 'message'],
  image: upTo2,
  sender: upTo3,
  playground: upTo3,
  index: upTo3,
};

/** Rooms above layer 2 that take npm packages; every other room with a row above takes none. */
const packages = {
  push: ['xmlbuilder2', 'saxes'],
  vobject: ['ical[.]js', 'vcard-creator'],
  mms: ['jszip', 'xmlbuilder2', 'saxes'],
  protocol: ['saxes'],
};

/** The files of rooms: src/NAME.ts and everything in src/NAME/. */
const filesOf = (rooms) => `^src/(${rooms.join('|')})([.]ts$|/)`;

const layers = Object.entries(mayImport).map(([room, allowed]) => ({
  name: `layer-${room}`,
  comment: `src/${room} may import ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: filesOf([room]) },
  to: { path: '^(src|test|bench|config|fixtures)/', pathNot: filesOf([room, ...allowed]) },
}));

const npm = Object.keys(mayImport).map((room) => ({
  name: `packages-${room}`,
  comment: packages[room] ? `src/${room} may use ${packages[room].join(', ')}` : `src/${room} uses no npm package`,
  severity: 'error',
  from: { path: filesOf([room]) },
  to: {
    dependencyTypesNot: ['local', 'localmodule', 'core'],
    pathNot: ['^src/', ...(packages[room] ?? []).map((name) => `(^|/)${name}(/|$)`)],
  },
}));

// The image room's decoders are Node's; every other room runs in a browser too, but for the sender's transport for Node.
const withoutNode = Object.keys(mayImport).filter((room) => room !== 'image');
const nodeFiles = '^src/sender/node-transport[.]ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...npm,
    {
      name: 'node-built-in',
      comment: `no Node built-in in ${withoutNode.join(', ')}`,
      severity: 'error',
      from: { path: filesOf(withoutNode), pathNot: nodeFiles },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'playground-without-xml',
      comment: 'the page would carry an XML builder and a ZIP library that it has no use for',
      severity: 'error',
      from: { path: '^src/playground/' },
      to: { reachable: true, path: 'node_modules/(xmlbuilder2|jszip)/' },
    },
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'room-without-layer',
      comment: 'give a new room a row in config/dependency-cruiser.cjs',
      severity: 'error',
      from: { path: '^src/', pathNot: filesOf([...Object.keys(mayImport), 'gateway', 'cli']) },
      to: {},
    },
    {
      name: 'development-only',
      comment: 'what is shipped depends on what is installed with it, or named as a peer',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
