import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// The thread in which a proof of work is solved.
handler({ deriveKey });
