import { expect, it } from 'vitest';
import { ResponseMemory } from './response-memory.ts';

it('forgets the oldest responses when their files take too many bytes', () => {
  const memory = new ResponseMemory(100);
  const known = () => ['a', 'b', 'c', 'd', 'huge'].filter((file) => memory.get(file));
  const set = (file: string, length: number) => {
    memory.set(file, { headers: {}, body: Buffer.alloc(length) });
  };
  set('a', 40);
  // Two requests may read a file at once.
  set('a', 40);
  set('b', 60);
  expect(known()).toEqual(['a', 'b']);
  set('c', 10);
  expect(known()).toEqual(['b', 'c']);
  set('d', 100);
  expect(known()).toEqual(['d']);
  set('huge', 101);
  expect(known()).toEqual([]);
  set('a', 100);
  expect(known()).toEqual(['a']);
});
