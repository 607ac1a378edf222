import { readSecret } from '../../../server/readSecret.ts'
import { signIn } from '../../../server/signIn.ts'

export async function GET(request: Request): Promise<Response> {
  return readSecret(await signIn(), request)
}
