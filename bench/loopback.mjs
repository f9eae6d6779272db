/**
 * A server that answers at once, in a process of its own, for the sender's round trips: a form when the body is one, else SOAP. Both answers
 * are its arguments. Says its port on standard output, and ends with its parent's end of standard input.
 */
import { createServer } from 'node:http';

const [, , form, envelope] = process.argv;
const server = createServer((request, response) => {
  const isSoap = request.headers['content-type']?.startsWith('text/xml');
  request.resume();
  request.on('end', () => {
    response.setHeader('content-type', isSoap ? 'text/xml; charset=utf-8' : 'application/x-www-form-urlencoded');
    response.end(isSoap ? envelope : form);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => process.exit());
