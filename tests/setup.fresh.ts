import { vi } from 'vitest';

// Files share a worker and what they load of the libraries; the product's own modules each loads anew, so that none
// sees what another left in them.
vi.resetModules();
