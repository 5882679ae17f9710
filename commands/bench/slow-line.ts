import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Lighthouse's mobile network ("slow 4G"): round-trip time, ms, and bytes per second. */
const roundTripMs = 150;
const bytesPerSecond = 1_638_400 / 8;

/** Bytes sent at a time, a TCP segment, so that connections share the line. */
const segmentBytes = 1460;

/** Puts a slow line in front of a server: a connection takes a round trip, data half of one, and all responses share the line's rate. */
export async function startSlowLine(origin: string) {
  const target = new URL(origin);
  const sockets = new Set<Socket>();
  const line = shareRate();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const opened = performance.now() + roundTripMs;
    client.on('data', (chunk) => {
      setTimeout(() => upstream.write(chunk), Math.max(0, opened - performance.now()) + roundTripMs / 2);
    });
    const send = line.join((segment) => setTimeout(() => client.write(segment), roundTripMs / 2));
    upstream.on('data', send);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => setTimeout(() => client.end(), roundTripMs));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Lets senders share one rate, a segment at a time. */
function shareRate() {
  const queues: { segments: Buffer[]; deliver: (segment: Buffer) => void }[] = [];
  let freeAt = 0;
  let isRunning = false;
  const run = () => {
    // Timers are exact to a millisecond only: all due segments are sent, which preserves the line's rate.
    while (freeAt <= performance.now()) {
      const queue = queues.shift();
      const segment = queue?.segments.shift();
      if (!queue || !segment) {
        isRunning = queues.length > 0;
        if (!isRunning) return;
        continue;
      }
      if (queue.segments.length > 0) queues.push(queue);
      freeAt = Math.max(freeAt, performance.now() - 2) + (segment.byteLength / bytesPerSecond) * 1000;
      queue.deliver(segment);
    }
    setTimeout(run, Math.max(0, freeAt - performance.now()));
  };
  return {
    join(deliver: (segment: Buffer) => void) {
      const queue = { segments: [] as Buffer[], deliver };
      return (chunk: Buffer) => {
        const waits = queue.segments.length > 0;
        for (let start = 0; start < chunk.byteLength; start += segmentBytes)
          queue.segments.push(chunk.subarray(start, start + segmentBytes));
        if (!waits) queues.push(queue);
        if (isRunning) return;
        isRunning = true;
        run();
      };
    },
  };
}
