import { describe, expect, it } from 'vitest'
import { codesIn, thrownIn } from './findCodes.js'

const found = (text: string) => codesIn(text, 'kernel/src/a.ts').map(({ code, sentence }) => [code, sentence])

describe('codesIn', () => {
  it.each([
    ["new BaseError('It broke.', { code: 'A_BROKE' })", 'A_BROKE', 'It broke.'],
    ["new BaseError(`No ${name} here.`, { code: 'A_GONE' })", 'A_GONE', 'No … here.'],
    ["new SiwxError('EXPIRED', 'It is too old.')", 'EXPIRED', 'It is too old.'],
    ["const code = 'A_BAD'\nnew KernelError('Bad it is.', { code })", 'A_BAD', 'Bad it is.'],
    ["new KernelError(`No.`, { code: code ?? 'A_DEFAULT' })", 'A_DEFAULT', 'No.'],
    ["const notice = { code: 'FEE_HIGH', text: 'The fee is high.' }", 'FEE_HIGH', 'The fee is high.'],
    ["const sentences = { PAY_BUSY: 'Wait for it.' }", 'PAY_BUSY', 'Wait for it.'],
    ["refuse('NOT_YET', 'Not yet, please.')", 'NOT_YET', 'Not yet, please.'],
    ["const late = 'It is too late.'\nnew BaseError(late, { code: 'A_LATE' })", 'A_LATE', 'It is too late.'],
    ["new BaseError(reason ?? 'Nobody knows why.', { code: 'A_RIDDLE' })", 'A_RIDDLE', 'Nobody knows why.'],
    ["const rows = [[/old/i, 'TOO_OLD', 'It is too old.']]", 'TOO_OLD', 'It is too old.'],
    [
      "inDevelopment ? new PluginError(id, 'Long it is.', { code: 'A_LONG' }) : undefined",
      'A_LONG',
      'Long it is.',
    ],
  ])('reads %s', (text, code, sentence) => expect(found(text)).toContainEqual([code, sentence]))

  it('reads codes that only a type or a list names', () => {
    expect(found("type LedgerErrorCode = 'LEDGER_A' | 'LEDGER_B'").map(([code]) => code)).toEqual([
      'LEDGER_A',
      'LEDGER_B',
    ])
    const explained = "type RefusalCode =\n  /** It is too late. */\n  | 'TOO_LATE'\n  | 'TOO_SOON'"
    expect(codesIn(explained, 'kernel/src/a.ts').map(({ when }) => when)).toEqual([
      'It is too late.',
      undefined,
    ])
    expect(found("const frameErrorCodes = ['code_wrong'] as const").map(([code]) => code)).toEqual([
      'CODE_WRONG',
    ])
  })

  it('takes no comparison, currency, method or event for a code', () => {
    const text =
      "isKernelError(error, 'A_B')\nconst a = [{ code: 'USD' }]\ntype Method = 'GET' | 'POST'\nask('ETH_CALL')\nconst meanings = { LATCHKEY_URL: 'the address of it' }"
    expect(found(text)).toEqual([])
  })

  it('says what the docstring of a function says that makes nothing else, and where it is described', () => {
    const text =
      "/** The frame is gone. */\nexport const gone = () => new BaseError('Gone.', { code: 'GONE_IT', docsPath: 'a#b', metaMessages: ['Try again.'] })"
    expect(codesIn(text, 'kernel/src/frameErrors.ts')[0]).toMatchObject({
      when: 'The frame is gone.',
      docsPath: 'a#b',
      hints: ['Try again.'],
    })
  })
})

describe('thrownIn', () => {
  it('takes from docstrings when a code is thrown', () => {
    const text = `/**
 * Reads it.
 * @throws BaseError \`A_GONE\` when it is gone,
 *   \`A_BAD\` for a form that nobody knows, and what \`read\` throws.
 * @throws KernelError \`A_OTHER\`, \`A_LAST\` where it is the last.
 */`
    expect([...thrownIn(text)]).toEqual([
      ['A_GONE', 'Thrown when it is gone.'],
      ['A_BAD', 'Thrown for a form that nobody knows.'],
      ['A_LAST', 'Thrown where it is the last.'],
    ])
  })
})
