// Original file: google/rpc/error_details.proto


/**
 * Describes the resource that is being accessed.
 */
export interface ResourceInfo {
  /**
   * A name for the type of resource being accessed.
   */
  'resourceType'?: (string);
  /**
   * The name of the resource being accessed.
   */
  'resourceName'?: (string);
  /**
   * The owner of the resource (optional).
   */
  'owner'?: (string);
  /**
   * Describes what error is encountered when accessing this resource.
   */
  'description'?: (string);
}

/**
 * Describes the resource that is being accessed.
 */
export interface ResourceInfo__Output {
  /**
   * A name for the type of resource being accessed.
   */
  'resourceType'?: (string);
  /**
   * The name of the resource being accessed.
   */
  'resourceName'?: (string);
  /**
   * The owner of the resource (optional).
   */
  'owner'?: (string);
  /**
   * Describes what error is encountered when accessing this resource.
   */
  'description'?: (string);
}
