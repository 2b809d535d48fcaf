import type { Failure } from "#core/gateway/failure.ts"

/** The provider refuses to give what a request must be signed with: told as its refusal of the request would be. */
export class SigningFailed extends Error {
  readonly status: number
  readonly failure: Failure
  constructor(status: number, failure: Failure) {
    super("the provider refused the key")
    this.status = status === 200 ? 401 : status
    this.failure = failure
  }
}
