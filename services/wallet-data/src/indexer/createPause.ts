/** A wait that can be cut short. */
export function createPause() {
  let wake = () => {}
  return {
    wake: () => wake(),
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
