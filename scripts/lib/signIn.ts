/** What the user pool gives those who sign in. */
export interface Tokens {
  IdToken: string;
  AccessToken: string;
  RefreshToken: string;
}

/** Signs in at a console's user pool with a password, as a program would. */
export async function signInAt(url: string, username: string, password: string): Promise<Tokens> {
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
  const answer = (await response.json()) as { AuthenticationResult?: Tokens };
  if (!answer.AuthenticationResult) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer)}`);
  return answer.AuthenticationResult;
}
