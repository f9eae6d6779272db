/**
 * Names of the emoji that are used most, and of what emoji are made of. All others are told by their numbers.
 * Source: the short names of the Unicode CLDR, some of them shorter still.
 * @module
 */

/** An emoji and its name, and after commas the names of those with the next numbers. */
const ROWS: readonly string[] = [
  '⏰alarm clock;☀sun;☎telephone;☑check box;☕hot beverage;☺smiling face;♀female sign;♂male sign;♥heart suit',
  '⚕medical sign;⚖balance scale;⚠warning;⚡high voltage;⚽soccer ball;✅check mark button;✈airplane;✉envelope',
  '✌victory hand;✔check mark;✨sparkles;❌cross mark;❗exclamation mark;❤red heart;➡right arrow;⭐star;🌈rainbow;🌍globe',
  '🌟glowing star;🌸cherry blossom;🌹rose;🌾ear of rice;🍀four leaf clover;🍕pizza;🍳cooking;🍷wine glass',
  '🍺beer mug,clinking beer mugs;🍾bottle with popping cork',
  '🎁wrapped gift,birthday cake,jack-o-lantern,Christmas tree,Santa Claus,fireworks,sparkler,balloon',
  '🎉party popper,confetti ball;🎓graduation cap;🎤microphone;🎨palette;🎵musical note,musical notes;🏠house;🏥hospital',
  '🏫school;🏭factory;🏳white flag,black flag',
  '🏻light skin tone,medium-light skin tone,medium skin tone,medium-dark skin tone,dark skin tone;🐕dog;🐶dog face',
  '👀eyes;👆pointing up,pointing down,pointing left,pointing right,fist,waving hand,OK hand,thumbs up,thumbs down',
  '👏clapping hands;👦boy,girl,man,woman,family,couple;👮police officer;👶baby;💀skull;💋kiss mark;💐bouquet',
  '💓beating heart,broken heart,two hearts,sparkling heart,growing heart,heart with arrow,blue heart',
  '💚green heart,yellow heart,purple heart,heart with ribbon;💥collision;💪biceps,dizzy,speech balloon',
  '💯hundred points,money bag;💵banknote;💻laptop;💼briefcase;📅calendar;📍pin;📞telephone receiver;📢loudspeaker;📦package',
  '📧e-mail;📱mobile phone;📷camera;🔒lock;🔔bell;🔥fire;🔧wrench;🔬microscope;🕺man dancing;🖤black heart',
  '😀grinning face,beaming face,face with tears of joy,smiling face with open mouth',
  '😄smiling face with smiling eyes,grinning face with sweat,squinting face,smiling face with halo',
  '😈smiling face with horns,winking face,smiling face with blushing cheeks,face savoring food,relieved face',
  '😍heart eyes,sunglasses,smirking face,neutral face,expressionless face,unamused face,sweating face',
  '😔pensive face,confused face,confounded face,kissing face,face blowing a kiss',
  '😙kissing face with smiling eyes,kissing face with closed eyes,tongue out,winking face with tongue',
  '😝squinting face with tongue,disappointed face,worried face,angry face,pouting face,crying face',
  '😣persevering face,face with steam,sad but relieved face,frowning face,anguished face,fearful face',
  '😩weary face,sleepy face,tired face,grimacing face,loudly crying face,surprised face,hushed face',
  '😰anxious face,screaming face,astonished face,flushed face,sleeping face,dizzy face,face without mouth',
  '😷face with medical mask;🙁slightly frowning face,slightly smiling face,upside-down face,rolling eyes',
  '🙌raising hands;🙏folded hands;🚀rocket;🚒fire engine;🚗car;🚚delivery truck;🚨police car light',
  '🤍white heart,brown heart;🤔thinking face;🤗hugging face;🤣rolling on the floor laughing;🤦face palm;🤷shrug',
  '🥰smiling face with hearts;🥳partying face;🥺pleading face;🦰red hair,curly hair,bald,white hair',
  '🧑person,child,old person;🧡orange heart',
];

let names: Map<number, string> | undefined;

/** The name of an emoji or of a part of one, by its code point; undefined for one that is not in the table. */
export function emojiName(codePoint: number): string | undefined {
  if (names === undefined) {
    names = new Map();
    for (const row of ROWS.join(';').split(';')) {
      const first = row.codePointAt(0) as number;
      const list = row.slice(String.fromCodePoint(first).length).split(',');
      for (const [i, name] of list.entries()) names.set(first + i, name);
    }
  }
  return names.get(codePoint);
}
