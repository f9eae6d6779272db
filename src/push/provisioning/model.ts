/**
 * Settings that a network sends to a handset: characteristics of a type, in each of them parameters by name and other characteristics.
 *
 *   prov   client provisioning of WAP and OMA, application/vnd.wap.connectivity-wbxml
 *   ota    settings of Nokia and Ericsson before it, application/x-wap-prov.browser-settings and .browser-bookmarks
 *
 * Sources: OMA-WAP-TS-ProvCont-V1_1 sections 4 and 8; WAP-183-ProvCont 1.0; Over The Air Settings Specification 7.0.
 * @module
 */

import { checkChoice, requireList, requireObject } from '../../bytes/check.js';
import { nestPath, quote, shorten } from '../../bytes/quote.js';
import type { Reading } from '../../bytes/reading.js';
import { DecodeError, EncodeError, LimitError, type Limits } from '../../errors.js';
import { isBlank, requireXmlText } from '../../xml/characters.js';

/** A parameter: one setting. */
export interface ProvisioningParm {
  readonly kind: 'parm';
  /** Name, such as `NAP-ADDRESS`; of `ota` such as `GPRS_ACCESSPOINTNAME`. */
  readonly name: string;
  /** Value; absent for a parameter whose presence is the setting. */
  readonly value?: string | undefined;
}

/** A characteristic: a group of settings. */
export interface ProvisioningCharacteristic {
  readonly kind: 'characteristic';
  /** Type, such as `NAPDEF` or `APPLICATION`; of `ota` such as `ADDRESS` or `BOOKMARK`. */
  readonly type: string;
  /** Only of `ota`: the value of a characteristic without parameters, such as the address of a `URL`. */
  readonly value?: string | undefined;
  /** Its parameters and, only of `prov`, characteristics, in order. */
  readonly items: readonly (ProvisioningParm | ProvisioningCharacteristic)[];
}

/** A document of settings for a handset: client provisioning of WAP and OMA, or the older settings of Nokia and Ericsson. */
export interface Provisioning {
  /** `prov` for WAP and OMA (OMA-WAP-TS-ProvCont-V1_1), `ota` for Nokia and Ericsson (Over The Air Settings Specification 7.0). */
  readonly kind: 'prov' | 'ota';
  /** Version that a document of `prov` names, `1.0` or `1.1`; often absent. */
  readonly version?: string | undefined;
  /** Its characteristics. */
  readonly items: readonly ProvisioningCharacteristic[];
}

/** The names of a document type. */
export interface Names {
  readonly kind: Provisioning['kind'];
  /** First component of a field path. */
  readonly field: string;
  readonly root: string;
  readonly characteristic: string;
  readonly parm: string;
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly version: string | undefined;
}

const PROV: Names = {
  kind: 'prov',
  field: 'PROV',
  root: 'wap-provisioningdoc',
  characteristic: 'characteristic',
  parm: 'parm',
  type: 'type',
  name: 'name',
  value: 'value',
  version: 'version',
};

const OTA: Names = {
  kind: 'ota',
  field: 'OTA',
  root: 'CHARACTERISTIC-LIST',
  characteristic: 'CHARACTERISTIC',
  parm: 'PARM',
  type: 'TYPE',
  name: 'NAME',
  value: 'VALUE',
  version: undefined,
};

/** The names of a kind of document. @throws EncodeError `bad-value` */
export function namesOf(kind: Provisioning['kind']): Names {
  checkChoice(kind, 'kind', ['prov', 'ota'] as const);
  return kind === 'prov' ? PROV : OTA;
}

/** An element as XML and WBXML have it. */
export interface Node {
  readonly name: string;
  /** Where it begins in the input, where that is known. */
  readonly at?: number | undefined;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly Node[];
  /** Its own text, of which it has none but white space. */
  readonly text: string;
}

/** The elements of a document. @throws EncodeError `bad-value`, `unencodable`; LimitError past `wbxmlTreeElements` and `wbxmlTreeDepth` */
export function toNode(document: Provisioning, limits: Limits): { readonly names: Names; readonly root: Node } {
  requireObject(document, 'document');
  const { version, items } = document;
  const names = namesOf(document.kind);
  const { field } = names;
  let count = 0;
  const attribute = (name: string, value: unknown, path: string): [string, string] => {
    requireXmlText(value, path, name);
    return [name, value];
  };
  const nodesOf = (list: readonly (ProvisioningParm | ProvisioningCharacteristic)[], outer: string, depth: number) => {
    requireList(list, `${outer}/items`, requireObject);
    return list.map((each) => nodeOf(each, outer, depth));
  };
  const nodeOf = (item: ProvisioningParm | ProvisioningCharacteristic, outer: string, depth: number): Node => {
    const isParm = item.kind === 'parm';
    const name = isParm ? names.parm : names.characteristic;
    const path = nestPath(outer, name);
    if (!isParm && item.kind !== 'characteristic') throw EncodeError.badValue(outer, 'an item is a parm or a characteristic');
    if (++count > limits.wbxmlTreeElements)
      throw new LimitError('limit-exceeded', path, undefined, `more than ${limits.wbxmlTreeElements} elements`);
    if (depth > limits.wbxmlTreeDepth)
      throw new LimitError(
        'limit-exceeded',
        path,
        undefined,
        `more than ${limits.wbxmlTreeDepth} elements inside of each other`,
      );
    if (isParm ? depth === 2 : names.kind === 'ota' && depth > 2)
      throw EncodeError.badValue(path, `is not allowed in ${depth === 2 ? names.root : names.characteristic}`);
    if (!isParm && names.kind === 'prov' && item.value !== undefined)
      throw EncodeError.badValue(`${path}/value`, 'only older settings have it');
    const attributes = [isParm ? attribute(names.name, item.name, path) : attribute(names.type, item.type, path)];
    if (item.value !== undefined) attributes.push(attribute(names.value, item.value, path));
    const children = isParm ? [] : nodesOf(item.items, path, depth + 1);
    return { name, attributes, children, text: '' };
  };
  if (version !== undefined && names.version === undefined) throw EncodeError.badValue(`${field}/version`, 'only prov has it');
  const attributes = version === undefined ? [] : [attribute('version', version, field)];
  return { names, root: { name: names.root, attributes, children: nodesOf(items, field, 2), text: '' } };
}

/** The document of elements. @throws DecodeError `bad-value` in strict reading, and for a root that no settings have */
export function fromNode(root: Node, reading: Reading): Provisioning {
  const names = [PROV, OTA].find((each) => each.root === root.name);
  if (names === undefined)
    throw new DecodeError('bad-value', 'PROV', root.at, `<${shorten(root.name)}> is not <${PROV.root}> or <${OTA.root}>`);
  const [{ version }] = [attributesOf(root, names.field, names.version === undefined ? [] : [names.version], reading)];
  const items = itemsOf(root, names.field, 2, names, reading) as ProvisioningCharacteristic[];
  return { kind: names.kind, ...(version !== undefined && { version }), items };
}

function attributesOf(node: Node, path: string, known: readonly string[], reading: Reading): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  if (!isBlank(node.text))
    reading.fault('bad-value', path, node.at, `${quote(shorten(node.text))} is text, which has no place here`);
  for (const [name, value] of node.attributes) {
    if (!known.includes(name))
      reading.fault('bad-value', `${path}/${shorten(name)}`, node.at, 'is no attribute of this element');
    else if (found[name] !== undefined) reading.fault('bad-value', `${path}/${name}`, node.at, 'is given twice');
    else found[name] = value;
  }
  return found;
}

function itemsOf(
  node: Node,
  outer: string,
  depth: number,
  names: Names,
  reading: Reading,
): ProvisioningCharacteristic['items'] {
  const { kind, characteristic, parm, type, name, value } = names;
  return node.children.flatMap((child): (ProvisioningParm | ProvisioningCharacteristic)[] => {
    const isParm = child.name === parm && depth > 2;
    const isCharacteristic = child.name === characteristic && (depth === 2 || kind === 'prov');
    if (!isParm && !isCharacteristic) {
      const allowed = depth === 2 ? characteristic : kind === 'prov' ? `${parm}, ${characteristic}` : parm;
      reading.fault('bad-value', outer, child.at, `<${shorten(child.name)}> is not allowed here, allowed: ${allowed}`);
      return [];
    }
    const path = nestPath(outer, child.name);
    const label = isParm ? name : type;
    const found = attributesOf(child, path, isParm || kind === 'ota' ? [label, value] : [label], reading);
    if (found[label] === undefined) reading.fault('bad-value', `${path}/${label}`, child.at, 'is missing');
    const given = found[value] === undefined ? {} : { value: found[value] };
    if (!isParm) {
      return [
        { kind: 'characteristic', type: found[label] ?? '', ...given, items: itemsOf(child, path, depth + 1, names, reading) },
      ];
    }
    if (child.children.length > 0) reading.fault('bad-value', path, child.at, 'holds no elements');
    return [{ kind: 'parm', name: found[label] ?? '', ...given }];
  });
}
