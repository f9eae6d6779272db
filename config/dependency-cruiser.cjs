/**
 * Who may import whom: src/NAME is a module, each module has a layer, and imports point downwards.
 *
 *   0  errors, bytes                           each other
 *   1  text, profile                           layer 0
 *      xml, zip, media                         layer 0: XML, ZIP archives, containers of pictures and sounds
 *   2  sms, ringtone, bitmap, cbs              layers 0-1, and sms
 *      wsp, smpp, sim                          layers 0-1; smpp and sim may use sms
 *   3  push, vobject, mms                      layers 0-2, and packages of their own; mms may use push
 *      capture                                 layers 0-1, sms and smpp
 *      message, carrier, inspect, protocol     layers 0-3; the others may use message, inspect may use carrier, capture and archive
 *      archive                                 layers 0-3
 *      modem                                   layers 0-3, and carrier
 *   4  image                                   layers 0-2; what it loads by name, sharp and jimp, is asked for at run time
 *   5  content                                 layers 0-3
 *      sender                                  layers 0-3, and content
 *      show                                    layers 0-3, modem and content: what a person is told of a value
 *   6  gateway, cli                            anything
 *      playground                              everything that runs in a browser: layers 0-3, modem, content and show, without XML builders and ZIP
 *                                              libraries
 *      index (the package's root)              errors, the pure modules, modem, content, image and sender
 */
const layer0 = ['errors', 'bytes'];
const containers = ['xml', 'zip', 'media'];
const layer1 = ['text', 'profile'];
const layer2 = ['sms', 'ringtone', 'bitmap', 'cbs'];
const formats = ['push', 'vobject', 'mms'];
const upTo1 = [...layer0, ...layer1];
const upTo2 = [...upTo1, ...layer2];
const below = [...upTo2, ...containers, 'wsp', 'smpp', 'sim', ...formats];
const upTo3 = [...below, 'message', 'carrier', 'capture', 'archive', 'inspect', 'protocol'];

/** Module -> the modules it may import, itself not counted. */
const mayImport = {
  errors: ['bytes'],
  bytes: ['errors'],
  text: layer0,
  profile: layer0,
  xml: layer0,
  zip: layer0,
  media: layer0,
  sms: upTo1,
  cbs: upTo1,
  ringtone: [...upTo1, 'sms'],
  bitmap: [...upTo1, 'sms', 'media'],
  wsp: upTo1,
  smpp: [...upTo1, 'sms'],
  sim: [...upTo1, 'sms'],
  push: [...upTo2, 'xml', 'wsp'],
  vobject: upTo2,
  mms: [...upTo2, 'xml', 'wsp', 'zip', 'media', 'push'],
  message: below,
  carrier: [...below, 'message'],
  archive: below,
  modem: [...below, 'carrier'],
  capture: [...upTo1, 'sms', 'smpp'],
  inspect: [...below, 'message', 'carrier', 'capture', 'archive'],
  protocol: [...below, 'message'],
  image: [...upTo2, 'media', 'xml', 'zip'],
  content: upTo3,
  sender: [...upTo3, 'content'],
  show: [...upTo3, 'modem', 'content'],
  playground: [...upTo3, 'modem', 'content', 'show'],
  index: [...upTo3, 'modem', 'content', 'image', 'sender'],
};

/** Modules that take npm packages; every other module with a row above takes none. */
const packages = {
  xml: ['saxes'],
  vobject: ['ical[.]js', 'vcard-creator'],
};

/** What only development has. */
const DEVELOPMENT = {
  dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
  dependencyTypesNot: ['type-only', 'npm-peer'],
};

/** The files of modules: src/NAME.ts and everything in src/NAME/. */
const filesOf = (modules) => `^src/(${modules.join('|')})([.]ts$|/)`;

const layers = Object.entries(mayImport).map(([module, allowed]) => ({
  name: `layer-${module}`,
  comment: `src/${module} may import ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: filesOf([module]) },
  to: { path: '^(src|test|bench|config|fixtures)/', pathNot: filesOf([module, ...allowed]) },
}));

const npm = Object.keys(mayImport).map((module) => ({
  name: `packages-${module}`,
  comment: packages[module] ? `src/${module} may use ${packages[module].join(', ')}` : `src/${module} uses no npm package`,
  severity: 'error',
  from: { path: filesOf([module]) },
  to: {
    dependencyTypesNot: ['local', 'localmodule', 'core'],
    pathNot: ['^src/', ...(packages[module] ?? []).map((name) => `(^|/)${name}(/|$)`)],
  },
}));

// Every module runs in a browser too, but for the transports for Node of the sender and of SMPP, and the program of the threads that adapt pictures.
const withoutNode = Object.keys(mayImport);
const nodeFiles = '^src/(sender/node-transport|smpp/(node|centre)|image/workers/worker)[.]ts$';

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
      name: 'module-without-layer',
      comment: 'give a new module a row in config/dependency-cruiser.cjs',
      severity: 'error',
      from: { path: '^src/', pathNot: filesOf([...Object.keys(mayImport), 'gateway', 'cli']) },
      to: {},
    },
    {
      name: 'development-only',
      comment: 'what is shipped depends on what is installed with it, or named as a peer',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: DEVELOPMENT,
    },
    {
      name: 'development-only-in-cli',
      comment: 'the same; commander is part of the command line (config/commander.mjs)',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { ...DEVELOPMENT, pathNot: '^node_modules/commander/' },
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
