import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { proxy } from 'valtio/vanilla'
import { mountShell, testKernel, unmountAll } from '../test/mount.js'
import { findText, until } from '../test/page.js'
import { useSnapshot } from './useSnapshot.js'

afterEach(unmountAll)

interface Form {
  amount: string
  other: { count: number }
}

let drawn = 0
function Amount({ form }: { readonly form: Form }) {
  drawn += 1
  return <p>{`amount ${useSnapshot(form).amount}`}</p>
}

/** React subscribes after it has painted, in the same step as it runs effects. */
function Field({ form, onSubscribed }: { readonly form: Form; readonly onSubscribed: () => void }) {
  const { amount } = useSnapshot(form, { sync: true })
  useEffect(onSubscribed)
  return <input value={amount} onChange={(event) => Object.assign(form, { amount: event.target.value })} />
}

const newForm = () => proxy<Form>({ amount: '1', other: { count: 0 } })

it('shows what the state says, and what it says later', async () => {
  const form = newForm()
  await mountShell(testKernel([]), <Amount form={form} />)
  await findText('amount 1')
  form.amount = '2'
  await findText('amount 2')
})

it('draws once for what changes together, and not for a part that it was not given', async () => {
  const form = newForm()
  const other = newForm()
  await mountShell(testKernel([]), <Amount form={form} />)
  await findText('amount 1')
  const before = drawn
  other.other.count = 7
  for (const amount of ['3', '4', '5']) form.amount = amount
  await findText('amount 5')
  // StrictMode draws twice.
  expect(drawn - before).toBeLessThanOrEqual(2)
})

it('keeps the place in a text field that the state stands behind', async () => {
  const form = proxy<Form>({ amount: '125', other: { count: 0 } })
  let isSubscribed = false
  const onSubscribed = () => {
    isSubscribed = true
  }
  await mountShell(testKernel([]), <Field form={form} onSubscribed={onSubscribed} />)
  const input = await until(() => (isSubscribed ? document.querySelector('input') : null))
  input.focus()
  input.setSelectionRange(1, 1)
  document.execCommand('insertText', false, '0')
  expect([form.amount, input.value, input.selectionStart]).toEqual(['1025', '1025', 2])
})
