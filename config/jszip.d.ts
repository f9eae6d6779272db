/** Stands for jszip's own types where the pure modules are compiled: those bring all of Node's with them. */
declare const jszip: unknown;
export default jszip;
