/** The tokens of a session. */
export interface Tokens {
  IdToken: string;
  AccessToken: string;
  RefreshToken: string;
}

/** Signs in at the console's embedded user pool with a password, without a browser. */
export async function signInWithPassword(url: string, username: string, password: string): Promise<Tokens> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { userPool: { clientId: string } };
  const response = await fetch(`${url}/user-pool/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: config.userPool.clientId,
      AuthParameters: { USERNAME: username, PASSWORD: password },
    }),
  });
  const result = (await response.json()) as { AuthenticationResult?: Tokens };
  if (!result.AuthenticationResult) throw new Error(`${username} cannot sign in: ${JSON.stringify(result)}`);
  return result.AuthenticationResult;
}
