// Sends this many requests with undici alone, as parallel as a run, to a plain server in the same process.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'undici';

const [requests = '400'] = process.argv.slice(2);
const BODY = '[{"id":1,"name":"Rex","categoryId":1,"status":"available"}]';
const server = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(BODY);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const agent = new Agent({ connections: 8, pipelining: 1 });
let left = Number(requests);
const send = async () => {
  for (; left > 0; left -= 1) {
    const path = `/v1/pets?limit=${(left % 100) + 1}`;
    const { body } = await agent.request({
      origin,
      path,
      method: 'GET',
      headers: { authorization: 'Bearer key' },
    });
    JSON.parse(await body.text());
  }
};
await Promise.all(Array.from({ length: 8 }, send));
await agent.close();
server.close();
