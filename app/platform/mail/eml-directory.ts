import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { ignoreMissing, syncDirectory, writeWhole } from '../files/file-store.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message.ts';

/** Mails stored in a directory, also by an earlier configuration. */
export interface MailFiles {
  /** Removes mails, including their temporary files. @returns the ids of the mails that existed */
  erase(ids: readonly string[]): Promise<Set<string>>;
  /** Ids of the mails that were written before this time. */
  listWrittenBefore(time: Date): Promise<string[]>;
}

/** Matches a mail, or the temporary file of one that an interrupted process left. */
const fileOfMail = /^([\w-]+)\.eml(?:\.\d+(?:-\d+)?\.part)?$/u;

/** Writes each mail to a file that mail programs can open. A mail that is sent twice is still one file. @param directory absolute path */
export function createEmlMailer(directory: string): Mailer & MailFiles {
  const mailFiles = async () => {
    const names = (await readdir(directory).catch(ignoreMissing)) ?? [];
    return names.flatMap((name) => {
      const id = fileOfMail.exec(name)?.[1];
      return id === undefined ? [] : [{ id, path: join(directory, name) }];
    });
  };
  return {
    async send(mail) {
      const bytes = new MailComposer({ ...messageOf(mail), newline: 'windows' }).compile().createReadStream();
      await writeWhole(directory, `${mail.id}.eml`, bytes);
    },
    close: async () => {},
    async erase(ids) {
      const wanted = new Set(ids);
      const found = ids.length === 0 ? [] : (await mailFiles()).filter(({ id }) => wanted.has(id));
      for (const { path } of found) await unlink(path).catch(ignoreMissing);
      // An erasure must survive a power cut.
      if (found.length > 0) await syncDirectory(directory);
      return new Set(found.map(({ id }) => id));
    },
    async listWrittenBefore(time) {
      const dated = await Promise.all(
        (await mailFiles()).map(async ({ id, path }) => ({ id, at: (await stat(path).catch(ignoreMissing))?.mtimeMs })),
      );
      return dated.filter(({ at }) => at !== undefined && at < time.getTime()).map(({ id }) => id);
    },
  };
}
