import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopOnSignals } from './stop-on-signals.ts';

class SignalledProcess extends EventEmitter {
  readonly codes: number[] = [];
  exit(code: number) {
    this.codes.push(code);
  }
}

const close = () => Promise.resolve();
const never = new Promise<void>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first signal stops and exits 0 when all is done', async () => {
  const process = new SignalledProcess();
  const work = Promise.withResolvers<void>();
  const stop = vi.fn(() => work.promise);
  stopOnSignals({ stop, close }, process);
  process.emit('SIGTERM');
  expect([stop.mock.calls.length, process.codes]).toEqual([1, []]);
  work.resolve();
  await vi.waitFor(() => expect(process.codes).toEqual([0]));
});

test('its echo changes nothing, a second signal exits at once', () => {
  const process = new SignalledProcess();
  const stop = vi.fn(() => never);
  stopOnSignals({ stop, close }, process);
  process.emit('SIGINT');
  vi.advanceTimersByTime(100);
  process.emit('SIGINT');
  expect(process.codes).toEqual([]);
  vi.advanceTimersByTime(1);
  process.emit('SIGTERM');
  expect([stop.mock.calls.length, process.codes]).toEqual([1, [143]]);
});

test('the end of the launcher stops, and is no second signal', async () => {
  const process = new SignalledProcess();
  const stop = vi.fn(() => never);
  stopOnSignals({ stop, close }, process);
  process.emit('SIGHUP');
  vi.advanceTimersByTime(101);
  process.emit('disconnect');
  expect([stop.mock.calls.length, process.codes]).toEqual([1, []]);
  process.emit('SIGHUP');
  expect(process.codes).toEqual([129]);
});

test('a stop that fails exits 1', async () => {
  const process = new SignalledProcess();
  stopOnSignals({ stop: () => Promise.reject(new Error('stuck')), close }, process);
  process.emit('SIGTERM');
  await vi.waitFor(() => expect(process.codes).toEqual([1]));
});

test('what does not close in five seconds does not hold up the end', async () => {
  const process = new SignalledProcess();
  stopOnSignals({ stop: close, close: () => never }, process);
  process.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(4999);
  expect(process.codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(process.codes).toEqual([0]);
});
