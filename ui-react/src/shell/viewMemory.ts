import { createContext, useContext, useState } from 'react'

/** What a view left behind, for when the person comes back to it. Lives as long as its entry of the history. */
export interface ViewMemory {
  read(name: string): unknown
  write(name: string, value: unknown): void
}

const nothing: ViewMemory = { read: () => undefined, write: () => {} }

export const ViewMemoryContext = createContext<ViewMemory>(nothing)

export function useViewMemory(): ViewMemory {
  return useContext(ViewMemoryContext)
}

/** State that is still there when the person comes back to the view. */
export function useRemembered<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const memory = useViewMemory()
  const [value, setValue] = useState<T>(() => (memory.read(name) as T | undefined) ?? initial)
  return [
    value,
    (next) => {
      memory.write(name, next)
      setValue(next)
    },
  ]
}
