import { describe, expect, it } from 'vitest'
import { parse, type Schema } from './parse.js'

const schema = (validate: Schema<unknown>['~standard']['validate']): Schema<unknown> => ({
  '~standard': { version: 1, validate },
})

describe('parse', () => {
  it('answers what the schema makes of the value', () => {
    expect(
      parse(
        schema((value) => ({ value: `${value}!` })),
        'hi',
        'The answer',
      ),
    ).toBe('hi!')
  })

  it('names the source and the first five places that do not fit', () => {
    const issues = [
      { message: 'wrong whole' },
      { message: 'wrong', path: ['list', 0, { key: 'name' }] },
      ...[3, 4, 5, 6, 7].map((n) => ({ message: `no ${n}`, path: [n] })),
    ]
    const run = () =>
      parse(
        schema(() => ({ issues })),
        {},
        'The answer of the price service',
      )
    expect(run).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: The answer of the price service does not have the expected form.

      (whole): wrong whole
      list.0.name: wrong
      3: no 3
      4: no 4
      5: no 5]
    `)
    expect(run).toThrow(expect.objectContaining({ code: 'INVALID_DATA' }))
  })

  it('refuses a schema that answers later', () => {
    expect(() =>
      parse(
        schema(async (value) => ({ value })),
        1,
        'x',
      ),
    ).toThrow(expect.objectContaining({ code: 'INVALID_SCHEMA' }))
  })
})
