import { expect, it } from 'vitest'
import { nodeErrorFrom } from './nodeErrors.js'
import { describeTransactionError } from './transactionErrors.js'

it('gives a sentence for every form of a failed transaction', () => {
  const token = () => true
  const other = () => false
  expect([
    describeTransactionError('InsufficientFundsForFee'),
    describeTransactionError({ InsufficientFundsForRent: { account_index: 1 } }),
    describeTransactionError({ InstructionError: [0, { Custom: 1 }] }),
    describeTransactionError({ InstructionError: [0, { Custom: 1 }] }, token),
    describeTransactionError({ InstructionError: [0, { Custom: 17 }] }, token),
    describeTransactionError({ InstructionError: [0, { Custom: 1 }] }, other),
    describeTransactionError({ InstructionError: [0, { Custom: 17 }] }, other),
    describeTransactionError({ InstructionError: [2, 'MissingAccount'] }),
    describeTransactionError('SomethingNew'),
    describeTransactionError('constructor'),
    describeTransactionError(undefined),
  ]).toMatchInlineSnapshot(`
    [
      "There is not enough SOL to pay the network fee.",
      "An account would be left with less SOL than the network requires.",
      "A program refused the transaction with its error 1.",
      "There are not enough tokens for this amount.",
      "This token account is frozen by who issued the token.",
      "There is not enough SOL for this.",
      "A program refused the transaction with its error 17.",
      "A program refused the transaction: MissingAccount.",
      "The network refused the transaction: SomethingNew.",
      "The network refused the transaction: constructor.",
      "The network refused the transaction: unknown.",
    ]
  `)
})

it('maps what nodes say by Solana’s own numbers', () => {
  const simulated = {
    code: -32002,
    message: 'Transaction simulation failed',
    data: { err: 'BlockhashNotFound' },
  }
  expect(
    [
      simulated,
      { code: -32002, message: 'x' },
      { code: -32005, message: 'Node is behind by 42 slots' },
      { code: -1, message: 'odd' },
    ].map((error) => `${nodeErrorFrom(error).code}: ${nodeErrorFrom(error).message}`),
  ).toMatchInlineSnapshot(`
    [
      "SOLANA_SIMULATION_FAILED: The transaction was prepared too long ago. Try again.

    The wallet or node said: Transaction simulation failed",
      "SOLANA_SIMULATION_FAILED: The network would refuse this transaction.

    The wallet or node said: x",
      "SOLANA_NODE_BEHIND: The node is behind the network. Try again in a moment.

    The wallet or node said: Node is behind by 42 slots",
      "SOLANA_NODE_ERROR: The node answered with an error it did not explain.

    The wallet or node said: odd",
    ]
  `)
})
