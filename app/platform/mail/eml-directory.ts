import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { writeWhole } from '../files/file-store.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message.ts';

/**
 * Writes each mail as a file that mail programs open. A mail that is sent twice is still one file.
 * @param directory absolute path
 */
export function createEmlMailer(directory: string): Mailer {
  const nameOf = (id: string) => `${id}.eml`;
  return {
    async send(mail) {
      await writeWhole(directory, nameOf(mail.id), new MailComposer(messageOf(mail)).compile().createReadStream());
    },
    erase: (id) =>
      unlink(join(directory, nameOf(id))).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      ),
    close: async () => {},
  };
}
