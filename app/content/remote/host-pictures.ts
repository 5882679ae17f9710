import type { Clock } from '../../platform/clock/clock.ts';
import { acceptedFormats } from '../../platform/media/picture-kinds.ts';
import { quote } from '../../shared/quote.ts';
import type { FaultLog } from './fault-log.ts';
import { concernsOneItem, createFailureCount, type HostClient } from './host-client.ts';
import type { HostCopy, HostPicture } from './host-copy.ts';

/** Time until a failed download of a picture is retried, ms; also if the clock is set back meanwhile. */
const retryMs = 3_600_000;

const maxBytes = 10 * 1024 * 1024;

/** Maximum number of pictures of one text; the others are left out. The longest articles of this site have ten. */
const maxPerText = 200;

export type HostPictures = ReturnType<typeof createHostPictures>;

/** Downloads the pictures of a content host into the copy during one refresh. */
export function createHostPictures(options: { client: HostClient; copy: HostCopy; faults: FaultLog; clock: Clock }) {
  const { client, copy, faults, clock } = options;
  const failures = createFailureCount(client);

  /** @returns the path of the picture's file; undefined if the host does not send it */
  const download = async (url: string): Promise<string | undefined> => {
    try {
      const { bytes, type } = await client.download(url, maxBytes);
      failures.reset();
      const file = await copy.storePicture(url, bytes, type);
      if (file === undefined) {
        const reason = `has the type ${quote(type)}; the site shows ${acceptedFormats}`;
        faults.report('a picture of the content host is not shown', { url, reason });
      }
      return file;
    } catch (error) {
      if (!concernsOneItem(error)) throw error;
      faults.report('a picture of the content host cannot be downloaded', { url, reason: error.message });
      await failures.add();
      return undefined;
    }
  };

  return {
    /** Downloads missing pictures of one text and adds them to the stored ones, by their URLs. @throws HostFailure if the host is down */
    async download(urls: readonly string[], pictures: Map<string, HostPicture>): Promise<void> {
      const [excess] = urls.slice(maxPerText);
      if (excess !== undefined) {
        const reason = `this one and those behind it are left out; a text has at most ${maxPerText} pictures`;
        faults.report('a text of the content host has too many pictures', { url: excess, reason });
      }
      for (const url of urls.slice(0, maxPerText)) {
        const known = pictures.get(url);
        const triedAt = clock.now().getTime();
        if (known && ('file' in known || Math.abs(triedAt - known.triedAt) < retryMs)) continue;
        pictures.set(url, { triedAt });
        const file = await download(url);
        if (file) pictures.set(url, { file });
      }
    },
  };
}
