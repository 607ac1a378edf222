/** Has the browser say that the person saves data, until the answer is called. */
export function saveData(): () => void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  return () => void Reflect.deleteProperty(navigator, 'connection')
}
