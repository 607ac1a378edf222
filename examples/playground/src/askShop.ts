/**
 * Asks the shop's server.
 *
 * @throws Error when the server answers with an error status, or with something other than JSON
 */
export async function askShop(path: string): Promise<unknown> {
  const response = await fetch(path, { method: 'POST' })
  if (!response.ok) throw new Error(`The shop answered with status ${response.status}.`)
  return response.json()
}
