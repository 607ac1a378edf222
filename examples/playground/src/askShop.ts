/** Asks the shop's server. @throws Error when it doesn't answer as it should */
export async function askShop(path: string): Promise<unknown> {
  const response = await fetch(path, { method: 'POST' })
  if (!response.ok) throw new Error(`The shop answered with status ${response.status}.`)
  return response.json()
}
