/**
 * What a handset looks like: the class of its case, from its name and its screen. No DOM here.
 *
 * Sources of the families: the makers' product lists. Sony Ericsson and Sagem name the class by a letter (Z and C are clamshells, S slides), most of
 * Motorola's V series and Samsung's early SGH models fold. A model that no family names is a bar, by its screen a monochrome or a colour one.
 * @module
 */
import type { HandsetProfile } from '../../profile/index.js';
import { findScreen } from '../../show/handsets.js';

/** Classes of cases: a monochrome bar of about 2000, a colour candy bar of about 2004, and what came beside and after them. */
export type Shell = 'bar' | 'candy' | 'clamshell' | 'slider' | 'touch';

/** Words for the classes. */
export const SHELL_NAMES: Readonly<Record<Shell, string>> = {
  bar: 'monochrome bar',
  candy: 'colour bar',
  clamshell: 'clamshell',
  slider: 'slider',
  touch: 'touch phone',
};

/** Models of each make by the beginnings of their names. */
const FAMILIES: Readonly<Record<string, Partial<Record<Exclude<Shell, 'bar' | 'candy'>, RegExp>>>> = {
  Nokia: {
    clamshell:
      /^(?:26(?:50|52|60 F)|27[268]0|3128|31(?:52|55)|606[01]|608[56]|610[1-3]|612\d$|613[16]|6152|6155|6170|62(?:55|6[037]|90)|6555|7020|7070|7200|7270|7390|7510|N7020|N71(?:-|$)|N7[56]-|N9[023]|N3710)/,
    slider:
      /^(?:2220s|2680s|N2220|N3600|3600s|5200|5300|5610|6111|626[5]|6270|628[08]|6500s|6600[is]|6700s|7110|7230|7370|7373|7650|8600|88|N7100|N7230|N7610S|N5330|NX3|8110 4G|E65|E66|E75|N80|N81|N85|N86|N95|N96|C2-0[236]|X3-00)/,
    touch: /^(?:50[13]s?$|Asha|X3-02\.5)/,
  },
  Motorola: {
    clamshell:
      /^(?:(?:RAZR|MOTORAZR|PEBL|K[13]|i7|i86|i9|MPx2|T72|T73)|V(?!120|70|80|E|2288|OX)\d|v\d|A(?:63|84)|E(?:770|895|1070|815|825)|U[69]|VA76|ve20|W(?:220|27|3[167]|38[56]|39|49|51|385))/,
    slider: /^(?:MOTORIZR|MOTOROKR Z|MOTOZ|MOTO-Z|Z[36]|VE66)/i,
    touch: /^(?:XT|MotoXT|MotoMB|MotoQA1|A1[026]|A668|A3|EX2|EX130|ROKR E6|MOTOROKR E6|E680|A9[12])/,
  },
  Samsung: {
    clamshell:
      /^(?:SGH-(?:A|S|P[47]|P2|Q|R2|N400|V|T[125]|Z(?:1[0-4]|2|3|5|V)|E(?:1|3[0-4]|4|5[37]|6[0-2]|7[0-3]|770|87)|X4|X6[46]|X68|D(?:357|410|428|83)|C(?:4|5)|J4|L3|L40|G40|M3|B3)|SPH-A|SCH-A|GT-(?:E2(?:21|53)|C35[29]|S3(?:55|03|60))|A500|N400|Z1[03]|E320|P500|S[345]\d\di)/,
    slider:
      /^(?:SGH-(?:D(?:[5689]|10|41[58])|E(?:25|35|36|37|63|64|8[0-58]|74|76|9)|J[678]|U[679]|F[234]0|F25|G[68]|L[67]|T809|Z4|X83|i450|i560)|D8|GT-(?:M5|C3050|S35[57]|E2600)|S3500|S5200|C3050)/,
    touch:
      /^(?:Galaxy|GT-(?:B5330|B5510|B7510|B5512|B5722|C33[0135]|C3[235][0126]2|C3750|E2652|I5510|S3(?:37|65|85|77|80)|S5[2-5]|S5600|S567|S6|S7070|B3410|B7330)|SGH-F48)/,
  },
  'Sony Ericsson': {
    clamshell: /^(?:Z|W(?:300|380|508|710|980)|T707|R306)/,
    slider: /^(?:S500|S7|T303|W(?:100|20|580|595|705|715|760|850|900|910|995|550|600)|G705|C90[35]|U100|F[135]0)/,
    touch: /^(?:E10|M1i|P[189]|U20a|W9[56]0)/,
  },
  Siemens: { clamshell: /^(?:A?C?F\d|CF|AF|EF|SF65)/, slider: /^(?:SL[5-7]|SG75)/ },
  Sagem: { clamshell: /^(?:my ?C|SAGEM-myZ|myZ)/, slider: /^myS-/ },
  LG: {
    clamshell:
      /^(?:C(?:1[1-5]\d\d|2|3[123]\d\d)|CU|F[12]|G(?:4|5|7|8)|KE820|KF(?:24|30|31)|KG2[29]|KU380|L1|L3|LX|MM|P[37]|PM|T51|TU|U8[013]|U89|V[IX]|LG[3456]|A7|GB22|vi)/,
    slider: /^(?:F[379]|KG800|KE[89]|KF[567]|KU[5-8]|MG[38]|M6|S5|GB23|GU2|BL20|KC780|U85|U88)/,
    touch: /^(?:T3[01278]|T5|GX500|KM5|GD330|KT)/,
  },
  NEC: { clamshell: /^(?:[enN]\d|[cC]|5|6|23|33|34)/ },
  Sharp: { clamshell: /^(?:TQ|TM|[5-9]\d\dSH|SX|WX-T7)/ },
  Panasonic: { clamshell: /^(?:GD87|P|p|SA|VS|X(?:[3578]\d\d|6[68]|70))/ },
  Mitsubishi: { clamshell: /^(?:M(?:21|34|4)|430)/ },
  Sendo: { clamshell: /^M5/ },
  Alcatel: { clamshell: /^(?:Go Flip|one_touch_720|2005|2010|2012|One Touch 835)/ },
  TCL: { clamshell: /^4058/ },
};

/** The class of a handset's case. */
export function findShell(profile: HandsetProfile): Shell {
  const { look, isFine } = findScreen(profile);
  if (isFine) return 'touch';
  const families = Object.entries(FAMILIES[profile.make ?? ''] ?? {});
  const found = families.find(([, names]) => names.test(profile.model ?? ''));
  if (found !== undefined) return found[0] as Shell;
  return look === 'colour' ? 'candy' : 'bar';
}
