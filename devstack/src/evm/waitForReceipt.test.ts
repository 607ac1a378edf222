import { type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { expect, it } from 'vitest'
import { waitForReceipt } from './waitForReceipt.js'

const receipt = { status: 'success' } as TransactionReceipt

/** A chain that mines no further block: each question is answered in turn, the last one again and again. */
function clientOf(...answers: (TransactionReceipt | Error)[]) {
  return {
    getTransactionReceipt: async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof Error) throw answer
      return answer
    },
  } as unknown as Parameters<typeof waitForReceipt>[0]
}

it('finds a receipt that is there a moment later, without another block', async () => {
  const missing = new TransactionReceiptNotFoundError({ hash: '0x1' })
  expect(await waitForReceipt(clientOf(missing, missing, missing, receipt), '0x1')).toBe(receipt)
})

it('passes on what the node says instead', async () => {
  await expect(waitForReceipt(clientOf(new Error('The node is gone.')), '0x1')).rejects.toThrow('gone')
})
