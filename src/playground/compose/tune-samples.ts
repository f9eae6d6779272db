/**
 * Tunes to begin with. The melodies are in the public domain.
 * @module
 */

/** A tune as RTTTL or RTX. */
export interface TuneSample {
  readonly name: string;
  readonly text: string;
}

export const TUNE_SAMPLES: readonly TuneSample[] = [
  {
    name: 'Ode to Joy (Beethoven)',
    text: 'OdeToJoy:d=4,o=5,b=125:e,e,f,g,g,f,e,d,c,c,d,e,e.,8d,2d,e,e,f,g,g,f,e,d,c,c,d,e,d.,8c,2c,d,d,e,c,d,8e,8f,e,c,d,8e,8f,e,d,c,d,2g4,e,e,f,g,g,f,e,d,c,c,d,e,d.,8c,2c',
  },
  {
    name: 'Für Elise (Beethoven)',
    text: 'FurElise:d=16,o=6,b=80:e,d#,e,d#,e,b5,d,c,8a5,p,c5,e5,a5,8b5,p,e5,g#5,b5,8c,p,e5,e,d#,e,d#,e,b5,d,c,8a5,p,c5,e5,a5,8b5,p,e5,c,b5,4a5',
  },
  {
    name: 'Greensleeves (RTX, continuous)',
    text: 'Greensleeves:d=8,o=5,b=100,s=C,l=1:a4,4c,d,e.,16f#,e,4d,b4,g4.,16a4,b4,4c,a4,a4.,16g#4,a4,4b4,g#4,4e4,a4,4c,d,e.,16f#,e,4d,b4,g4.,16a4,b4,c.,16b4,a4,g#4.,16f#4,g#4,2a4.',
  },
  {
    name: 'Morning Mood (Grieg)',
    text: 'Morning:d=8,o=5,b=112:g,e,d,c,d,e,g,e,d,c,16d,16e,16d,16e,g,e,g,a,e,a,g,e,d,4c.',
  },
  {
    name: 'Frère Jacques (staccato)',
    text: 'FrereJacqu:d=4,o=5,b=125,s=S:c,d,e,c,c,d,e,c,e,f,2g,e,f,2g,8g,8a,8g,8f,e,c,8g,8a,8g,8f,e,c,c,g4,2c,c,g4,2c',
  },
  {
    name: 'With faults to mend',
    text: 'A tune from the wild:d=4,o=5,b=100:8.c,e#,h,c_,,5.g 8a5#;\n2c8',
  },
];
