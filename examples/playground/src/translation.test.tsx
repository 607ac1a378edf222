import { Navigation, ConnectRoute } from '@latchkey/kernel/wallet'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it } from 'vitest'
import { settled, show, type Shown, until } from '../../../ui-react/test/show.js'
import { ConnectButton } from '@latchkey/ui-react'
import { greetingMessages } from './greetingMessages.js'
import { greeting } from './plugins.js'

const views = watchViews()
let shown: Shown | undefined
afterEach(() => shown?.unmount())

it('has the words of the greeting translated', async () => {
  shown = await show([views.watch(greeting())], [], {
    messages: markedMessages(greetingMessages),
    children: <ConnectButton />,
  })
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(ConnectRoute.name)).toBe(true))
  navigation.open(ConnectRoute)
  await until(() => expect(document.querySelector('.greeting')).not.toBeNull())
  await settled()
  expect(unmarkedWords([/\bTest wallet\b/g, /^[A-Z]{1,2}$/g])).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
