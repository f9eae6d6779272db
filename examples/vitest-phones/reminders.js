// The program under test: it reminds people of their appointments by SMS.
import { Sender } from 'handset/sender';

export async function remind({ server, username, pin }, appointments) {
  const sender = new Sender({ primary: server, username, pin });
  for (const { phone, at } of appointments) await sender.sendText(`We see you tomorrow at ${at}.`, { to: phone });
}
