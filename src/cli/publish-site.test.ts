import { expect, it, vi } from 'vitest';
import { UsageError } from './command.ts';
import { generateAdvice } from './obtain-snapshot.ts';
import { PagesProject } from './pages-project.ts';
import { publishSite } from './publish-site.ts';

it.each(['https://rates-4f2.pages.dev/api/v1/rates', 'https://a1.rates-4f2.pages.dev/', 'https://rates.example/'])(
  'publish > rejects the witness %s of its own project or URL before anything is downloaded',
  async (witness) => {
    for (const name of ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_PAGES_PROJECT']) {
      vi.stubEnv(name, 'rates');
    }
    const { signal } = new AbortController();
    const project = new PagesProject(signal);
    vi.unstubAllEnvs();
    // Another account has rates.pages.dev, so Cloudflare gave the project another host.
    vi.spyOn(project, 'read').mockResolvedValue({ subdomain: 'rates-4f2.pages.dev', production_branch: 'main' });
    const options = {
      ...{ out: 'dist', mirrors: [], datedMirrors: [], backfill: 0, fileLimit: 5518, patience: 0, anew: false },
      ...{ advice: generateAdvice, now: '2026-09-29T06:17:00.000Z', url: 'https://rates.example' },
    };
    await expect(publishSite({ ...options, witnesses: [witness] }, project, signal)).rejects.toThrow(UsageError);
  },
);
