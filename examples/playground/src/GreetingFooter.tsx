import { useMessages } from '@latchkey/ui-react'
import { greetingMessages } from './greetingMessages.js'

/** The line the greeting plugin adds to the Connect view. */
export default function GreetingFooter() {
  return <p className="greeting">{useMessages(greetingMessages).hello}</p>
}
