import { expect, it } from 'vitest';
import { fetchFailure } from './fetch-failure.ts';

const failed = (properties: object, message = 'text of a library') => Object.assign(new Error(message), properties);

it.each<[string, unknown]>([
  ['no host has the name nosuch.example (ENOTFOUND)', failed({ code: 'ENOTFOUND', hostname: 'nosuch.example' })],
  ['the name a.example can’t be resolved now (EAI_AGAIN)', failed({ code: 'EAI_AGAIN', hostname: 'a.example' })],
  [
    'the network can’t reach 10.0.0.1:443 (EHOSTUNREACH)',
    failed({ code: 'EHOSTUNREACH', address: '10.0.0.1', port: 443 }),
  ],
  ['the network can’t reach the server (ENETUNREACH)', new AggregateError([failed({ code: 'ENETUNREACH' }), 'other'])],
  ['no connection in time (ETIMEDOUT)', failed({ code: 'ETIMEDOUT' })],
  ['no connection in time (UND_ERR_CONNECT_TIMEOUT)', failed({ code: 'UND_ERR_CONNECT_TIMEOUT', cause: 'other' })],
  ['no secure connection can be made (CERT_HAS_EXPIRED)', failed({ code: 'CERT_HAS_EXPIRED' })],
  ['no secure connection can be made (DEPTH_ZERO_SELF_SIGNED_CERT)', failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
  [
    'no secure connection can be made (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    failed({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
  ],
  ['the response isn’t HTTP (HPE_INVALID_CONSTANT)', failed({ code: 'HPE_INVALID_CONSTANT' })],
  [
    'the response is longer or shorter than its header says (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
    failed({ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }),
  ],
  [
    'the connection was closed before the response was complete (UND_ERR_SOCKET)',
    failed({ cause: failed({ code: 'UND_ERR_SOCKET' }) }),
  ],
  ['no complete response in time', failed({ name: 'TimeoutError' })],
  ['unexpected failure: UND_ERR_NEW', failed({ code: 'UND_ERR_NEW' }, 'what it says')],
])('fetchFailure (puts an error of Node or undici in plain words) returns “%s”', (words, error) => {
  expect(fetchFailure(error)).toBe(words);
});
