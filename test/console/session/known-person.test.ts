import { describe, expect, test } from 'vitest';
import { KnownPerson } from '../../../console/session/known-person.ts';
import { memoryStorage } from './memory-storage.ts';

const anna = { issuer: 'https://issuer.test', subject: 'anna', name: null };
const bert = { ...anna, subject: 'bert' };
const SILENT = { withPassword: false };

describe('on a host that other programs have ports of', () => {
  test('a session is taken up of the person alone who has signed in here and not out again', () => {
    const person = new KnownPerson(memoryStorage(), 'i1', true);
    expect([person.isMissing, person.isExpected(anna, SILENT)]).toEqual([true, false]);
    person.remember(anna);
    expect([person.isMissing, person.isExpected(anna, SILENT)]).toEqual([false, true]);
    expect(person.isExpected(bert, SILENT)).toBe(false);
    expect(person.isExpected({ ...anna, issuer: 'https://other.test' }, SILENT)).toBe(false);
    person.forget(anna);
    expect([person.isMissing, person.isExpected(anna, SILENT)]).toEqual([true, false]);
  });

  test('whoever has entered the password is expected, and known from then on in place of the one before', () => {
    const person = new KnownPerson(memoryStorage(), 'i1', true);
    person.remember(anna);
    expect(person.isExpected(bert, { withPassword: true })).toBe(true);
    person.remember(bert);
    expect([anna, bert].map((who) => person.isExpected(who, SILENT))).toEqual([false, true]);
    person.forget(anna);
    expect(person.isExpected(bert, SILENT)).toBe(true);
  });

  test('people of one installation are unknown to another', () => {
    const storage = memoryStorage();
    new KnownPerson(storage, 'i1', true).remember(anna);
    expect(new KnownPerson(storage, 'i2', true).isExpected(anna, SILENT)).toBe(false);
  });

  test('a storage that is full keeps nobody from signing in', () => {
    const storage = memoryStorage();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const person = new KnownPerson(storage, 'i1', true);
    person.remember(anna);
    expect(person.isMissing).toBe(true);
  });
});

test('where the provider has a host of its own, its word is enough, and nothing is kept', () => {
  const storage = memoryStorage();
  const person = new KnownPerson(storage, 'i1', false);
  expect([person.isMissing, person.isExpected(anna, SILENT)]).toEqual([false, true]);
  person.remember(anna);
  expect(storage.length).toBe(0);
});
