import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` in a browser; nothing to warn about on a server. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
