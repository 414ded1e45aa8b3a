import { describe, expect, it } from 'vitest';
import { readXml, type XmlElement } from './xml.ts';

function elementsIn(text: string): (readonly [name: string, around: string, attributes: object, text: string])[] {
  const found: (readonly [string, string, XmlElement['attributes'], string])[] = [];
  readXml(text, ({ name, attributes, text }, around) => {
    found.push([name, around.map(({ name }) => name).join(' in '), attributes, text]);
  });
  return found;
}

describe('readXml', () => {
  it('reads elements by their names without prefixes, with the text of references and CDATA', () => {
    const text =
      '\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- - --><x:days xmlns:x="https://one.example">\r\n' +
      '<day x:date="2026-03-02"><rate code="EUR">1&#46;5 &amp; <![CDATA[<2>]]></rate><none/></day></x:days>';
    expect(elementsIn(text)).toEqual([
      ['rate', 'day in days', { code: 'EUR' }, '1.5 & <2>'],
      ['none', 'day in days', {}, ''],
      ['day', 'days', { date: '2026-03-02' }, ''],
      ['days', '', {}, '\n'],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['JSON', '{}'],
    ['HTML', '<html><body><br></body></html>'],
    ['a page of HTML', '<!doctype html><html></html>'],
    ['a document that is cut off', '<days><day>'],
    ['two documents', '<days/><days/>'],
    ['a reference to an unknown entity', '<days>&x;</days>'],
    ['an entity of its own', '<!DOCTYPE days [<!ENTITY x "x">]><days>&x;</days>'],
    ['deep elements that aren’t closed', '<a>'.repeat(100_000)],
  ])('refuses %s', (_, text) => {
    expect(() => elementsIn(text)).toThrow(RangeError);
  });
});
