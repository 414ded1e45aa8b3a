import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { OpenResponses } from './open-responses.ts';

it('cuts the oldest responses if more than 32 MB wait for slow clients', () => {
  const responses = new OpenResponses();
  const cut: string[] = [];
  const open = (name: string, megabytes: number) => {
    const response = Object.assign(new EventEmitter(), {
      writableLength: megabytes * 1e6,
      destroy() {
        cut.push(name);
        response.emit('close');
      },
    });
    responses.add(response as unknown as ServerResponse);
    response.emit('prefinish');
    return response;
  };
  open('first', 10);
  const second = open('second', 15);
  open('third', 8);
  expect(cut).toEqual([]);
  open('fourth', 5);
  expect([cut, responses.count]).toEqual([['first'], 3]);
  second.emit('close');
  open('fifth', 20);
  expect(cut).toEqual(['first']);
});
