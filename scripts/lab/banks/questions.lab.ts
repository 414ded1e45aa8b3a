/* Many random questions about each bank. The suite asks a fifth of them. */

process.env['MANY_QUESTIONS'] = 'yes';
await import('../../../src/function/bank-questions.test.ts');
