import { describe, expect, it } from 'vitest'
import { findUntranslatable, untranslatableIn } from './errorValues.js'
import { root } from './workspace.js'

const at = (text: string) => untranslatableIn(text).map(({ sentence }) => sentence)

describe('untranslatableIn', () => {
  it.each([
    ['a sentence with a value', "new BaseError(`No ${name}.`, { code: 'A' })", '`No ${name}.`'],
    ['one that is joined', "new ConnectorError('No ' + name + '.', { code: 'A' })", "'No ' + name + '.'"],
    ['one of a choice', "new BaseError(a ? `No ${b}.` : 'No.', { code: 'A' })", "a ? `No ${b}.` : 'No.'"],
    ['one with braces in a value', 'new BaseError(`${f({ a: `}` })}, b`, { code })', '`${f({ a: `}` })}, b`'],
  ])('finds %s', (_, text, sentence) => expect(at(text)).toEqual([sentence]))

  it.each([
    ['a sentence without values', "new BaseError('No account.', { code: 'A' })"],
    ['one with its values beside it', "new BaseError(`No ${name}.`, { code: 'A', parameters: { name } })"],
    ['one whose caller gives them', 'new BaseError(`No ${name}.`, options)'],
    ['what only developers read', "new KernelError(`No option ${name}.`, { code: 'A' })"],
  ])('leaves %s', (_, text) => expect(at(text)).toEqual([]))
})

it('finds no error whose sentence a host cannot translate, values included', () => {
  expect(findUntranslatable(root)).toEqual([])
})
