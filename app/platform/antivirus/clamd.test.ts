import dns from 'node:dns';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { hasClamd, startClamd, type TestClamd, virus } from './clamd.fixture.ts';
import { createClamdScanner } from './clamd.ts';

const contentOf = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));

describe.skipIf(!hasClamd)('with clamd', () => {
  const maxBytes = 1_000_000;
  let clamd: TestClamd;
  beforeAll(async () => {
    clamd = await startClamd({ maxBytes });
  });
  afterAll(() => clamd?.remove());

  test('a clean file is clean, in chunks and of any accepted size', async () => {
    const scanner = createClamdScanner(clamd.url);
    expect(await scanner.scan(contentOf('%PDF-1.7\n'))).toEqual({ verdict: 'clean' });
    expect(await scanner.scan(contentOf())).toEqual({ verdict: 'clean' });
    const pieces = Array.from({ length: 10 }, () => Buffer.alloc(maxBytes / 10));
    expect(await scanner.scan(contentOf('', ...pieces))).toEqual({ verdict: 'clean' });
  });

  test('a virus is found, even across two chunks', async () => {
    const [first, second] = [virus.slice(0, 9), virus.slice(9)];
    expect(await createClamdScanner(clamd.url).scan(contentOf('%PDF-1.7\n', first, second))).toEqual({
      verdict: 'infected',
      signature: 'Test.Harmless.UNOFFICIAL',
    });
  });

  test('a file above its size limit cannot be scanned', async () => {
    const scanner = createClamdScanner(clamd.url);
    expect(await scanner.scan(contentOf(Buffer.alloc(maxBytes), 'x'))).toMatchObject({ verdict: 'unavailable' });
  });

  test('many are scanned at once', async () => {
    const scanner = createClamdScanner(clamd.url);
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) => scanner.scan(contentOf(Buffer.alloc(100_000), index % 2 ? virus : ''))),
    );
    expect(results.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? 'infected' : 'clean')),
    );
  });
});

describe('a scanner', () => {
  let server: Server | undefined;
  const connections = new Set<Socket>();
  afterEach(() => {
    for (const connection of connections) connection.destroy();
    connections.clear();
    server?.close();
  });

  /** A server that misbehaves. */
  async function scannerThat(behave: (socket: Socket) => void, path?: string) {
    const opened = createServer((socket) => {
      connections.add(socket.on('error', () => {}));
      behave(socket);
    });
    server = opened;
    await new Promise<void>((resolve) => opened.listen(path ?? { port: 0, host: '127.0.0.1' }, () => resolve()));
    if (path) return createClamdScanner(`unix://${path}`);
    const address = opened.address();
    return createClamdScanner(`tcp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  }

  test.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.destroy()],
    ['hangs up in the middle of its reply', (socket) => socket.end('stream: O')],
    ['sends an unknown reply', (socket) => socket.end('UNKNOWN COMMAND\0')],
    ['fails', (socket) => socket.end('stream: Cannot allocate memory. ERROR\0')],
    ['says too much', (socket) => socket.write('x'.repeat(100_000))],
  ])('that %s is unavailable', async (_, behave) => {
    const scanner = await scannerThat(behave);
    const large = Array.from({ length: 60 }, () => Buffer.alloc(100_000));
    expect(await scanner.scan(contentOf(...large))).toEqual({ verdict: 'unavailable', reason: expect.any(String) });
  });

  test('that reads slowly from a socket file gives no warning of a leak', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const behave = (socket: Socket) =>
      socket.on('data', (piece: Buffer) => {
        socket.pause();
        setTimeout(() => socket.resume(), 2);
        if (piece.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
      });
    const scanner = await scannerThat(behave, join(temporaryDirectory(), 'clamd.sock'));
    const large = Array.from({ length: 60 }, () => Buffer.alloc(64 * 1024, 'x'));
    expect(await scanner.scan(contentOf(...large))).toEqual({ verdict: 'clean' });
    expect(warnings).toEqual([]);
  });

  test('that neither reads nor responds is abandoned on abort, together with the upload', async () => {
    const reached = Promise.withResolvers<void>();
    const scanner = await scannerThat((socket) => {
      socket.pause();
      reached.resolve();
    });
    const content = contentOf(...Array.from({ length: 600 }, () => Buffer.alloc(100_000)));
    const ending = new AbortController();
    const result = scanner.scan(content, ending.signal);
    await reached.promise;
    ending.abort(new Error('The process ends'));
    expect(await result).toEqual({ verdict: 'unavailable', reason: 'The process ends' });
    await expect.poll(() => content.destroyed).toBe(true);
  });

  test('that is not running is unavailable', async () => {
    for (const url of ['tcp://127.0.0.1:1', 'unix:///nowhere/clamd.sock', 'tcp://[::1]:1'])
      expect(await createClamdScanner(url).scan(contentOf('x'))).toMatchObject({ verdict: 'unavailable' });
  });

  test('that is not running at any address of its name says why', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const lookup = (_name: string, _options: object, resolve: (...result: unknown[]) => void) =>
      resolve(null, addresses);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
    onTestFinished(() => void vi.restoreAllMocks());
    const result = await createClamdScanner('tcp://scanner:1').scan(contentOf('x'));
    expect(result).toEqual({ verdict: 'unavailable', reason: 'ECONNREFUSED' });
  });

  test('is not contacted any more by a process that ends', async () => {
    const result = await createClamdScanner('tcp://127.0.0.1:1').scan(contentOf('x'), AbortSignal.abort());
    expect(result).toMatchObject({ verdict: 'unavailable', reason: expect.stringContaining('abort') });
  });
});
