import { createContext } from 'react'

/** Number of items and name of the list, for the elements that virtua creates. */
export const VirtualListContext = createContext<{ readonly count: number; readonly label: string }>({
  count: 0,
  label: '',
})
