/* All damages of banks' responses on all days. The suite has a third of them. */

process.env['ALL_DAMAGES'] = 'yes';
await import('../../../src/download/banks/damaged-values.test.ts');
