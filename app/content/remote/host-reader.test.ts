import { expect, onTestFinished, test } from 'vitest';
import { createHostReader } from './host-reader.ts';

const card = {
  ID: 1,
  slug: 'keel',
  post_title: 'Keel',
  thumbnail: undefined,
  short_description: '',
  read_time: undefined,
  author_name: '',
  author_avatar: undefined,
  post_date: undefined,
};

const attributes = Array.from({ length: 40 }, (_, index) => `a${index}`).join(' ');
/** Each paragraph repeats all elements that the first one leaves open: a text of 80 KB becomes one of 200 MB. */
const growing = `<p>${Array.from({ length: 400 }, (_, index) => `<b x=${index} ${attributes}>`).join('')}</p>${'<p>a</p>'.repeat(3000)}`;

test('a text that takes too long or too much memory blocks neither the process nor the next response', async () => {
  // A fifth of its heap: a thread takes twenty seconds of processor time to fill all of it.
  const reader = createHostReader({ maxHeapMegabytes: 100 });
  onTestFinished(() => reader.end());
  const reading = reader.read('readArticle', { post_content: growing }, card, 'insights', 'http://host.example');
  await expect(reading).rejects.toMatchObject({ name: 'HostFailure', kind: 'large' });
  expect(await reader.read('readTerms', [{ slug: 'steel', name: 'Steel' }])).toEqual({
    terms: [{ slug: 'steel', name: 'Steel' }],
    skipped: [],
  });
}, 60_000);
