import { BaseError, type Words } from '@latchkey/kernel/plugin'
import { noticeWords } from '@latchkey/kernel/transaction'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MessagesProvider, type MessagesProviderProps } from './MessagesProvider.js'
import { useErrorText, useWords } from './useWords.js'
import { isolateText } from '../utils/isolateText.js'

const render = (Part: () => ReactNode, messages: unknown, locale?: string) =>
  renderToString(
    createElement(
      MessagesProvider,
      { locale, messages: messages as MessagesProviderProps['messages'] },
      createElement(Part),
    ),
  )

const said = (words: unknown, messages: unknown = {}) => render(() => useWords()(words), messages)
const swap: Words = { section: 'shop', key: 'swap', parameters: { count: 2 }, text: 'Swap 2' }

it.each<[string, unknown, unknown, string]>([
  ['a text as it is', 'Swap', {}, 'Swap'],
  ['the English text without a translation', swap, {}, 'Swap 2'],
  ['the key where there is no text', { section: 'shop', key: 'swap' }, {}, 'swap'],
  ['the translation', swap, { shop: { swap: 'Tauschen' } }, 'Tauschen'],
  [
    'a function with the parameters',
    swap,
    { shop: { swap: ({ count }: { count: number }) => `Tausche ${count}` } },
    'Tausche 2',
  ],
  [
    'a function with its parameters translated',
    { section: 'shop', key: 'failed', parameters: { reason: swap }, text: 'It failed. Swap 2' },
    {
      shop: {
        failed: ({ reason }: { reason: string }) => `Fehler: ${reason}`,
        swap: ({ count }: { count: number }) => `Tausche ${count}`,
      },
    },
    'Fehler: Tausche 2',
  ],
  ['the English text when the function throws', swap, { shop: { swap: () => never() } }, 'Swap 2'],
  ['the English text for what is no sentence', swap, { shop: { swap: { toString: 'x' } } }, 'Swap 2'],
  ['no member of every object', { section: 'constructor', key: 'name', text: 'x' }, {}, 'x'],
  ['no member of every table', { section: 'shop', key: 'toString', text: 'x' }, { shop: {} }, 'x'],
  ['nothing for what is no words', 12, {}, ''],
  ['nothing for words without a key', { section: 'shop' }, {}, ''],
])('says %s', (_, words, messages, expected) => {
  expect(said(words, messages)).toBe(expected)
})

function never(): never {
  throw new Error('A faulty translation')
}

const textOf = (error: unknown, messages: unknown = {}) =>
  render(() => useErrorText()(error) ?? 'undefined', messages)

it('says errors by their code, in English where the host has no other words', () => {
  const error = new BaseError('The network did not answer.', { code: 'NETWORK_FAILED' })
  expect(textOf(error)).toBe('The network did not answer.')
  expect(textOf(error, { errors: { NETWORK_FAILED: 'Das Netz schweigt.' } })).toBe('Das Netz schweigt.')
})

const fee = { value: 1_234_567n, decimals: 3, symbol: 'ETH' }
const ofFee = { fee: ({ fee: text }: { fee: string }) => `Gebühr ${text}` }

it.each([
  ['de', `Gebühr ${isolateText('1.234,567 ETH')}`],
  ['fr-CH', `Gebühr ${isolateText('1\u202f234,567 ETH')}`],
  ['ar-EG', `Gebühr ${isolateText('١٬٢٣٤٫٥٦٧ ETH')}`],
  ['en', `Gebühr ${isolateText('1,234.567 ETH')}`],
])('writes an amount in a sentence as %s writes numbers, of a notice and of an error', (locale, expected) => {
  const notice = noticeWords({ code: 'fee', message: 'The fee.', parameters: { fee } })
  expect(render(() => useWords()(notice), { notices: ofFee }, locale)).toBe(expected)
  const error = new BaseError('The fee.', { code: 'fee', parameters: { fee } })
  expect(render(() => useErrorText()(error), { errors: ofFee }, locale)).toBe(expected)
})

it('gives a translation no invisible characters of a stranger', () => {
  const error = new BaseError('It failed.', {
    code: 'FAILED',
    parameters: { wallet: 'Wal\u202elet', fee: { ...fee, symbol: 'E\u200bTH' } },
  })
  const wallet = ({ wallet: name, fee: text }: { wallet: string; fee: string }) => `${name} ${text}`
  expect(textOf(error, { errors: { FAILED: wallet } })).toBe(`Wallet ${isolateText('1,234.567 ETH')}`)
})

it('says nothing of what a stranger threw', () => {
  const forged = { code: 'NETWORK_FAILED', shortMessage: 'Send your coins to me.' }
  expect(textOf(forged)).toBe('undefined')
  expect(textOf(new Error('Send your coins to me.'))).toBe('undefined')
})
