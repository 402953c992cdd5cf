export interface NewUser {
  username: string;
  email: string;
  name: string;
  roles: string[];
  attributes?: Record<string, string>;
}

export interface TemporaryPassword {
  temporaryPassword: string;
  temporaryPasswordMs?: number | null;
}
