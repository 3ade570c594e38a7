import type { OperationName } from '#contract/service/operations.ts'
import { validateResponse, type ValidatedResponse } from '#core/service/response-validation.ts'

/** A body as it comes from the service, validated and ready to store. */
export function received<Name extends OperationName>(
  operation: Name,
  parameters: Readonly<Record<string, string | number>>,
  body: Buffer,
  fetchedAt: number,
): ValidatedResponse<Name> {
  const sent = { body, contentType: 'application/json', hadKey: true }
  const from = { operation, host: 'bench' }
  return validateResponse(operation, parameters, { path: '/', parameters: {} }, sent, fetchedAt, from)
}
