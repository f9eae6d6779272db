// Takes the delivery receipts and the incoming messages that a gateway posts.
import express from 'express';
import { nodeReceiver } from 'handset/sender';

const app = express();
app.post(
  '/handset',
  nodeReceiver({
    username: 'hook',
    pin: process.env.HOOK_PIN ?? '4711',
    onReceipt: ({ messageIdentifier, report }) => console.log(`${messageIdentifier}: report ${report}`),
    onMessage: ({ replyTo, message }) => console.log(`${replyTo}: ${message}`),
    onError: (error) => console.error(error),
  }),
);

export const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1');
