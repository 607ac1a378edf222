import { type ReactNode, useState } from 'react'

interface StatefulProps<Value> {
  readonly initial: Value
  readonly children: (value: Value, setValue: (value: Value) => void) => ReactNode
}

/** Holds the value of a controlled component, so that a story can be played with. */
export function Stateful<Value>({ initial, children }: StatefulProps<Value>) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}
